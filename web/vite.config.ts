/** `vite build` builds the site; `--mode embed` and `--mode offline` the single files. */
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { common, path } from './vite/common.ts';
import { docs } from './vite/docs.ts';
import { adoptedStyle, copied, oneFile } from './vite/singleFile.ts';
import { coreTables, inlineWasm, presets } from './vite/virtualModules.ts';

const built = (file: string) => path(`../build/web/${file}`);

/** What the pages of the site load, where the server sends no policy. Data come from wherever the user says. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  'connect-src *',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const withPolicy: Plugin = {
  name: 'tuplepack-policy',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
  apply: 'build',
};

/** Static files that work in any folder of any server. */
const site: UserConfig = {
  ...common,
  plugins: [coreTables(), presets('fetched'), withPolicy, docs()],
  build: {
    ...common.build,
    outDir: built('site'),
    assetsInlineLimit: 0,
    rolldownOptions: { input: [path('index.html'), path('embed.html')] },
  },
};

const script = 'tuplepack-playground.js';

/** The element: one classic script for pages of any origin, sandboxed iframes and local files. */
const embed: UserConfig = {
  ...oneFile,
  resolve: {
    // the dictionary of Brotli, which Parquet files rarely use, would be a sixth of the script
    // and what the page remembers of columns would be in the storage of pages of others
    alias: [
      ...oneFile.resolve.alias,
      { find: /^\.\/brotli\.js$|.*\/chosenColumns$/, replacement: path('src/embed/replacements.ts') },
    ],
  },
  plugins: [
    coreTables(),
    presets({ largest: 40_000 }),
    inlineWasm('tuplepack'),
    adoptedStyle(),
    copied(built(`embed/${script}`), [built(`site/${script}`)]),
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ...oneFile.build,
    outDir: built('embed'),
    // on a server, which has no elements, the script does nothing
    rolldownOptions: { output: { intro: "if (typeof customElements === 'undefined') return;" } },
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    lib: {
      entry: path('src/embed/element.ts'),
      formats: ['iife'],
      name: 'tuplepackPlayground',
      fileName: () => script,
    },
  },
};

const page = 'tuplepack-playground.html';

/** The playground as a single HTML file for offline use. */
const offline: UserConfig = {
  ...oneFile,
  plugins: [
    coreTables(),
    presets({ largest: 400_000 }),
    inlineWasm('tuplepack', 'temporal', 'graphs'),
    viteSingleFile({ removeViteModuleLoader: true }),
    copied(built('offline/index.html'), [built(page), built(`site/${page}`)]),
  ],
  build: {
    ...oneFile.build,
    outDir: built('offline'),
    rolldownOptions: { input: [path('index.html')] },
  },
};

export default defineConfig(({ mode }) => ({ embed, offline })[mode] ?? site);
