/** Sphinx with the themes that Debian packages, in reStructuredText and in Markdown of MyST. */
import { join } from 'node:path';
import { copyScript, run, write } from './building.mjs';
import { recipe } from './recipes.mjs';

const shown = recipe('Sphinx');
const rst = { 'index.rst': `A page\n======\n\n${shown['index.rst']}` };
const markdown = { 'index.md': `# A page\n\n${shown['index.md']}` };

function build(folder, theme, extension, source) {
  const settings = `project = "A page"\nhtml_theme = "${theme}"\nextensions = [${extension}]\n`;
  write(folder, { ...source, 'conf.py': settings + shown['conf.py'] });
  copyScript(join(folder, '_static'));
  const missing = /no theme named '\w+'|No module named '\w+'/;
  run(folder, 'sphinx-build', ['-qW', '.', 'site'], { missing });
  return { root: join(folder, 'site'), page: 'index.html' };
}

const themes = ['alabaster', 'classic', 'furo', 'sphinx_rtd_theme'];

export const sites = [
  ...themes.map((theme) => ({ name: `sphinx ${theme}`, build: (folder) => build(folder, theme, '', rst) })),
  { name: 'sphinx MyST', build: (folder) => build(folder, 'alabaster', '"myst_parser"', markdown) },
];
