/** Pages of plain HTML: the element, also under a policy, and frames. */
import { join } from 'node:path';
import { copyOfflineFile, copyScript, copySite, html, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const page = 'index.html';
const element = recipe('HTML')[page];
const { [page]: frame } = recipe('A frame');
const { 'Content-Security-Policy': policy } = recipe('A content security policy');
const { [page]: sandboxed, 'Content-Security-Policy': framePolicy } = recipe('A sandboxed frame');

const site = (name, body, copy, more = {}) => ({
  name: `html ${name}`,
  build(folder) {
    write(folder, { [page]: html(body) });
    copy(folder);
    return { root: folder, page, ...more };
  },
});

export const sites = [
  site('element', element, copyScript),
  site('policy', element, copyScript, { policy: `default-src 'none'; ${policy}` }),
  site('frame', frame, (folder) => copySite(join(folder, 'tuplepack')), { frame: true }),
  site('sandboxed', sandboxed, copyOfflineFile, { frame: true, policy: framePolicy }),
];
