import { html, nothing, type TemplateResult } from 'lit-html';
import type { Sentence } from '../game-state.ts';
import type { ApiAnswer } from './server.ts';

export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as Kind;
}

export function input(id: string): HTMLInputElement {
  return byId<HTMLInputElement>(id);
}

/** A user's text in its own writing direction. */
export function userText(text: string): TemplateResult {
  return html`<bdi>${text}</bdi>`;
}

export function sentence(parts: Sentence): readonly (string | TemplateResult)[] {
  return parts.map((part) => (typeof part === 'string' ? part : userText(part.name)));
}

/** Says that a list could not be loaded. */
export function loadFailure(id: string, what: string, answer: ApiAnswer<unknown> | undefined) {
  return html`<p id=${id} class="error" role="alert">${answer?.ok === false ? `${what} could not be loaded: ${answer.message}` : ''}</p>`;
}

interface FieldRequest {
  readonly id: string;
  readonly label: string;
  readonly type?: 'email' | 'number';
  readonly autocomplete?: string;
  readonly list?: string;
  readonly value?: string;
}

/** The fields of a view, and what is wrong with each. */
export class Fields {
  readonly #faults = new Map<string, string>();
  readonly #draw: () => void;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  fault(id: string): string {
    return this.#faults.get(id) ?? '';
  }

  /** Shows an error beside its input, or removes it. The first wrong input of a form gets the focus. */
  show(id: string, words: string): void {
    this.#faults.set(id, words);
    this.#draw();
    if (words !== '') input(id).focus();
  }

  field({ id, label, type, autocomplete = 'off', list, value }: FieldRequest): TemplateResult {
    return html`<p><label for=${id}>${label}</label>
<input id=${id} type=${type ?? 'text'} inputmode=${type === 'number' ? 'numeric' : nothing} autocomplete=${autocomplete} autocapitalize="off" spellcheck="false" dir="auto" list=${list ?? nothing} value=${value ?? nothing} aria-invalid=${this.fault(id) === '' ? nothing : 'true'} aria-describedby="${id}-error" /></p>
${this.error(id)}`;
  }

  error(id: string): TemplateResult {
    return html`<p id="${id}-error" class="error" role="alert">${this.fault(id)}</p>`;
  }
}

/** Handles a form once at a time. */
export function onSubmit(act: () => Promise<void>): (event: Event) => void {
  let isBusy = false;
  return (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    void act().finally(() => {
      isBusy = false;
    });
  };
}

/** The second click of a double click, and a key that is held down, count as one. */
export function submitOnce(root: HTMLElement): void {
  root.addEventListener('click', (event) => {
    if (event.detail > 1 && event.target instanceof HTMLButtonElement && event.target.form)
      event.preventDefault();
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  });
}
