import { inflated } from './inflated.ts';

/** Runs the deflated script before it. The policy of the page allows it by the hash of its text. */
const { currentScript } = document;
void inflated(currentScript!.previousElementSibling!.textContent).then((text) => {
  const script = document.createElement('script');
  script.textContent = text;
  currentScript!.after(script);
});
