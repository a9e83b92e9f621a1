import type { Sentence } from '../game-state.ts';

/** The element exists, because page and script belong together. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as Kind;
}

export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** A user's text in its own writing direction. */
export function userText(text: string): HTMLElement {
  return create('bdi', text);
}

export function sentence(parts: Sentence): DocumentFragment {
  const fragment = new DocumentFragment();
  fragment.append(...parts.map((part) => (typeof part === 'string' ? part : userText(part.name))));
  return fragment;
}

export function showLoadFailure(
  what: 'Your games' | 'The rankings' | 'The history',
  answer: { readonly ok: boolean; readonly message?: string } | undefined,
): void {
  const [, id] = what.split(' ') as [string, string];
  byId(`${id}-failure`).textContent =
    answer?.ok === false ? `${what} could not be loaded: ${answer.message}` : '';
}

/** Shows an error beside its input, or removes it. The first wrong input of a form gets the focus. */
export function showError(input: HTMLInputElement, words: string): void {
  byId(`${input.id}-error`).textContent = words;
  if (words === '') input.removeAttribute('aria-invalid');
  else {
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  }
}

/** Runs once at a time: the second click of a double click counts as one. */
export function onSubmit(id: string, act: () => Promise<void>): void {
  const form = byId<HTMLFormElement>(id);
  let isBusy = false;
  form.onclick = (event) => {
    if (event.detail > 1 && event.target instanceof HTMLButtonElement) event.preventDefault();
  };
  form.onkeydown = (event) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    void act().finally(() => {
      isBusy = false;
    });
  };
}

export function input(id: string): HTMLInputElement {
  return byId<HTMLInputElement>(id);
}
