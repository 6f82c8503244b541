/** Vue with Vite. */
import { join } from 'node:path';
import { html, install, runPackage, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const packages = { vite: '7.3.8', vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11' };
const main = `import { createApp } from 'vue';
import Figure from './Figure.vue';

createApp(Figure).mount('#root');
`;

function build(folder) {
  install(folder, packages, 'module');
  write(folder, {
    ...recipe('Vue'),
    'src/main.js': main,
    'index.html': html('<div id="root"></div><script type="module" src="/src/main.js"></script>'),
  });
  // with Vue's warnings, which a build for production lacks
  runPackage(folder, 'vite', ['build'], { NODE_ENV: 'development' });
  return { root: join(folder, 'dist'), page: 'index.html' };
}

export const sites = [{ name: 'vue', build }];
