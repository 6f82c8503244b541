/** Svelte with Vite. */
import { join } from 'node:path';
import { html, install, runPackage, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const packages = { vite: '7.3.8', svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '6.2.4' };
const main = `import { mount } from 'svelte';
import Figure from './Figure.svelte';

mount(Figure, { target: document.getElementById('root') });
`;
const config = `import { svelte } from '@sveltejs/vite-plugin-svelte';

export default { plugins: [svelte()] };
`;

function build(folder) {
  install(folder, packages, 'module');
  write(folder, {
    ...recipe('Svelte'),
    'vite.config.js': config,
    'src/main.js': main,
    'index.html': html('<div id="root"></div><script type="module" src="/src/main.js"></script>'),
  });
  runPackage(folder, 'vite', ['build'], { NODE_ENV: 'development' });
  return { root: join(folder, 'dist'), page: 'index.html' };
}

export const sites = [{ name: 'svelte', build }];
