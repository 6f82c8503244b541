/** Adds a copy button to each snippet of embed.html. */

function copyButton(snippet: HTMLElement, title: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.ariaLabel = `Copy: ${title}`;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(snippet.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  return button;
}

for (const section of document.querySelectorAll('section')) {
  const title = section.querySelector('h2')?.textContent ?? '';
  for (const snippet of section.querySelectorAll('pre')) {
    // keyboard users must be able to scroll wide snippets
    snippet.tabIndex = 0;
    snippet.role = 'region';
    snippet.ariaLabel = title;
    const row = document.createElement('div');
    row.className = 'snippet';
    snippet.replaceWith(row);
    row.append(snippet, copyButton(snippet, title));
  }
}
