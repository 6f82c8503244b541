/** The offline page in Firefox. */
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { eventually, Firefox, firefoxPath } from './firefox';
import { offlinePage } from './server/serve.ts';

test.skip(!existsSync(firefoxPath), `${firefoxPath} is missing`);
test.setTimeout(120_000);

test('the offline file packs, searches and reads temporal interactions in Firefox', async () => {
  const firefox = await Firefox.start();
  /** The page's text once it contains some text. */
  const shown = (text: string) =>
    eventually(text, async () => {
      const all = String(await firefox.run('return document.body.innerText'));
      return all.includes(text) ? all : undefined;
    });
  const open = async (fragment: string) => {
    await firefox.goto('about:blank'); // another fragment alone would not load the file again
    await firefox.goto(`${offlinePage}${fragment}`);
  };
  try {
    await open('#preset=molhiv&limits=222,502');
    await shown('32,901 items in 3,744 packs, proven optimal');
    await open('#preset=glue_cola&method=optimal');
    await shown('packs, proven optimal');
    await open('#tab=temporal&events=example');
    await shown('12 interactions between 5 nodes');
    expect(await firefox.run('return document.querySelectorAll("[role=alert]").length')).toBe(0);
  } finally {
    await firefox.close();
  }
});
