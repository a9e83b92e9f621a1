import { the } from './elements.ts';

/**
 * What a form does when it is submitted: once at a time. The second click of a double click and a key that is held down are
 * meant as one.
 */
export function onSubmit(id: string, act: () => Promise<void>): void {
  const form = the<HTMLFormElement>(id);
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
  return the<HTMLInputElement>(id);
}
