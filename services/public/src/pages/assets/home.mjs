/** Copies what stands beside a button, and says that it did. */
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.addEventListener('click', () => void copy(button, document.getElementById(button.dataset.copy)));
}

async function copy(button, source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(source);
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = 'Copy'), 2_000);
}
