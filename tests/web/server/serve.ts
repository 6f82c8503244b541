/** Two minimal origins: one with the built playground in a folder, one with pages that embed it. */
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddingPages, sizesFile } from './embeddingPages.ts';

/** The strictest policy that the playground supports. */
const playgroundPolicy = [
  "default-src 'self'",
  "style-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "img-src 'self' data: blob:",
].join('; ');

const types: Record<string, string> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** An arbitrary folder. */
const folder = '/some/folder/';

const built = join(import.meta.dirname, '../../../build/web');
const site = join(built, 'site');

/** The URL of the offline file. */
export const offlinePage = pathToFileURL(join(built, 'tuplepack-playground.html')).href;

/** Files may be kept, as from any server, so that not every test fetches all of them again. Pages may not. */
function send(response: ServerResponse, status: number, type: string, policy: string, body: Buffer | string) {
  const kept = status === 200 && !type.startsWith('text/html') ? { 'Cache-Control': 'max-age=3600' } : {};
  response.writeHead(status, { 'Content-Type': type, 'Content-Security-Policy': policy, ...kept }).end(body);
}

const pathOf = (url = '/') => normalize(decodeURIComponent(new URL(url, 'http://host').pathname));

const playground: RequestListener = async (request, response) => {
  const path = pathOf(request.url);
  const file = path === folder ? 'index.html' : path.slice(folder.length);
  try {
    if (!path.startsWith(folder)) throw new Error(`not below ${folder}`);
    send(
      response,
      200,
      types[extname(file)] ?? 'application/octet-stream',
      playgroundPolicy,
      await readFile(join(site, file)),
    );
  } catch (error) {
    send(response, 404, 'text/plain', playgroundPolicy, String(error));
  }
};

async function listen(answer: RequestListener): Promise<{ origin: string; close: () => void }> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}

export interface Servers {
  /** the URL of the playground, with a trailing slash */
  playground: string;
  /** the URL of the pages in embeddingPages.ts, with a trailing slash */
  embedding: string;
  close: () => void;
}

export async function serve(): Promise<Servers> {
  const host = await listen(playground);
  const pages = embeddingPages(host.origin, folder);
  const embedding = await listen((request, response) => {
    const path = pathOf(request.url).slice(1);
    if (path === sizesFile.name) {
      send(response, 200, 'text/csv', "default-src 'none'", sizesFile.text);
      return;
    }
    const page = pages[path];
    send(
      response,
      page ? 200 : 404,
      'text/html; charset=utf-8',
      page?.policy ?? "default-src 'none'",
      page?.html ?? '',
    );
  });
  return {
    playground: host.origin + folder,
    embedding: `${embedding.origin}/`,
    close: () => {
      host.close();
      embedding.close();
    },
  };
}
