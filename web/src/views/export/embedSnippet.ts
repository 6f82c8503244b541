/** HTML that shows the playground in its current state in another page. */
import { toAttributes } from '../../options/share';
import type { State } from '../../store/state';

const script = 'tuplepack-playground.js';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** `site`: the address of the playground, which serves the script; empty: the script lies beside the page. */
export async function embedSnippet(state: State, site: string): Promise<string> {
  const source = site === '' ? script : new URL(script, site).href;
  const attributes = await toAttributes(state, document.baseURI);
  const written = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  return `<script src="${escaped(source)}" defer></script>\n<tuplepack-playground${written}></tuplepack-playground>\n`;
}
