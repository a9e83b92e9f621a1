import { html, type TemplateResult } from 'lit-html';

/** Tells keys that no field, button or dialog needs. `press` returns whether it has used the key. */
export function followKeys(press: (event: KeyboardEvent) => boolean | undefined): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || event.isComposing || !(target instanceof Element)) return;
    if (target.closest('input, textarea, select, dialog') || document.querySelector('dialog[open]')) return;
    if (target.closest('button, a, summary') && (key === 'Enter' || key === ' ')) return;
    if (key === '?') showKeys();
    else if (!press(event)) return;
    event.preventDefault();
  });
  // A button that was clicked does not get the keys that follow.
  document.addEventListener('mousedown', (event) => {
    if ((event.target as Element).closest('button')) event.preventDefault();
  });
}

export function showKeys(): void {
  document.querySelector<HTMLDialogElement>('#keys')?.showModal();
}

/** The help of `?`. */
export function keysPart(keys: readonly (readonly [key: string, what: string])[]): TemplateResult {
  return html`<dialog id="keys" aria-labelledby="keys-title"><form method="dialog"><h2 id="keys-title">Keys</h2>
<dl>${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
<p><button>Close</button></p></form></dialog>`;
}
