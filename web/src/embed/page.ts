/** Adds a copy button to each snippet of embed.html. */

function copyButton(snippet: HTMLElement, title: string): HTMLButtonElement {
  const look = { type: 'button', textContent: 'Copy', ariaLabel: `Copy: ${title}` };
  const button = document.createElement('button');
  Object.assign(button, look);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(snippet.textContent ?? '');
      button.textContent = 'Copied';
    } catch {
      // as on a page without https: selected, for the keys of the browser
      getSelection()?.selectAllChildren(snippet);
      button.textContent = 'Selected';
    }
    setTimeout(() => Object.assign(button, look), 2000);
  });
  return button;
}

for (const section of document.querySelectorAll('section')) {
  const title = section.querySelector('h2')?.textContent ?? '';
  for (const snippet of section.querySelectorAll('pre')) {
    // keyboard users must be able to scroll wide snippets
    Object.assign(snippet, { tabIndex: 0, role: 'region', ariaLabel: title });
    const row = Object.assign(document.createElement('div'), { className: 'snippet' });
    snippet.replaceWith(row);
    row.append(snippet, copyButton(snippet, title));
  }
}
