import type { Sentence } from '../state/sight.ts';

/** Of the page: it is there, for page and script are one. */
export function the<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as Kind;
}

export function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** What a user wrote, in its own direction of writing, which ends with it. */
export function ofUser(text: string): HTMLElement {
  return made('bdi', text);
}

export function sentence(parts: Sentence): DocumentFragment {
  const fragment = new DocumentFragment();
  fragment.append(...parts.map((part) => (typeof part === 'string' ? part : ofUser(part.name))));
  return fragment;
}

/** Says that what belongs here is not there because it could not be loaded, or says nothing. */
export function sayLoaded(
  what: 'Your games' | 'The rankings' | 'The history',
  answer: { readonly ok: boolean; readonly message?: string } | undefined,
): void {
  const [, id] = what.split(' ') as [string, string];
  the(`${id}-failure`).textContent =
    answer?.ok === false ? `${what} could not be loaded: ${answer.message}` : '';
}

/** Says what is wrong beside what it concerns; empty: nothing is. The first of a form that is wrong gets the focus. */
export function wrongIn(input: HTMLInputElement, words: string): void {
  the(`${input.id}-error`).textContent = words;
  if (words === '') input.removeAttribute('aria-invalid');
  else {
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  }
}
