/** React with Vite, in the browser alone and hydrated from what a server rendered, checked as strict TypeScript. */
import { join } from 'node:path';
import { html, install, run, runPackage, write } from './building.mjs';
import { recipe } from './recipes.mjs';

export const versions = {
  18: { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.32', '@types/react-dom': '18.3.7' },
  19: { react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.3', '@types/react-dom': '19.3.0' },
};
export const tools = { typescript: '5.9.3', vite: '7.3.8' };
const compilerOptions = {
  jsx: 'react-jsx',
  lib: ['DOM', 'ES2022'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  noEmit: true,
  strict: true,
  target: 'ES2022',
  types: [],
};

const inBrowser = `import { createRoot, hydrateRoot } from 'react-dom/client';
import { Figure } from './Figure';

const root = document.getElementById('root') as HTMLElement;
if (root.firstChild) hydrateRoot(root, <Figure />);
else createRoot(root).render(<Figure />);
`;

const onServer = `import { renderToString } from 'react-dom/server';
import { Figure } from './Figure';

console.log(renderToString(<Figure />));
`;

/** With React's warnings, which a build for production lacks. */
const development = { NODE_ENV: 'development' };

function render(folder) {
  runPackage(folder, 'vite', ['build', '--ssr', 'src/server.tsx', '--outDir', 'server'], development);
  return run(folder, 'node', ['server/server.js'], development).trim();
}

const pages = ['index.html', 'server.html'];
const viteConfig = `export default { build: { rollupOptions: { input: ${JSON.stringify(pages)} } } };\n`;
const around = (rendered) =>
  html(`<div id="root">${rendered}</div><script type="module" src="/src/main.tsx"></script>`);

function build(folder, version) {
  install(folder, { ...versions[version], ...tools }, 'module');
  write(folder, {
    ...recipe('React'),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src/Figure.tsx', 'src/main.tsx'] }),
    'src/main.tsx': inBrowser,
    'src/server.tsx': onServer,
    'vite.config.js': viteConfig,
  });
  runPackage(folder, 'tsc', ['-p', '.']);
  write(folder, { 'index.html': around(''), 'server.html': around(render(folder)) });
  runPackage(folder, 'vite', ['build'], development);
  return pages.map((page) => ({ root: join(folder, 'dist'), page }));
}

export const sites = [18, 19].map((version) => ({
  name: `react ${version}`,
  build: (folder) => build(folder, version),
}));
