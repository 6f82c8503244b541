/**
 * Fixtures of the browser tests: the built playground under a strict policy, and a context that fails tests which log or
 * throw errors or send requests to other origins. Tests share a context, cleared between them, unless they have
 * `test.use({ reuseContext: false })`.
 *
 *     import { expect, test } from './fixture';
 *     test('…', async ({ page }) => { await page.goto('./#preset=molhiv'); … });
 */
import { test as base, type ConsoleMessage } from '@playwright/test';
import { offlinePage, type Servers, serve } from './server/serve.ts';

export { expect } from '@playwright/test';

interface Options {
  /** Expected console messages, excluded from `problems`. */
  expectedErrors: RegExp[];
}

interface Fixtures {
  /** errors so far */
  problems: string[];
}

const local = /^(data|blob|about):/;

export const test = base.extend<Options & Fixtures, { servers: Servers }>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const servers = await serve();
      await use(servers);
      servers.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ servers }, use) => use(servers.playground),

  expectedErrors: [[], { option: true }],

  problems: async ({ expectedErrors }, use) => {
    const problems: string[] = [];
    await use(problems);
    const unexpected = problems.filter((problem) => !expectedErrors.some((expected) => expected.test(problem)));
    base.expect(unexpected).toEqual([]);
  },

  context: async ({ context, problems, servers }, use) => {
    const origins = [servers.playground, servers.embedding].map((address) => new URL(address).origin);
    context.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => problems.push(`error: ${error.error().stack ?? error.error().message}`));
    context.on('request', (request) => {
      const url = request.url();
      const own = url.split('#')[0] === offlinePage || origins.includes(new URL(url).origin) || local.test(url);
      if (!own) problems.push(`request: ${request.method()} ${url}`);
    });
    await use(context);
    await context.clearPermissions(); // the next test may use the same context
  },
});
