import { render } from 'lit-html';
import { boardPart } from '../../../../views/parts/board.ts';
import { positionsOf } from '../../../../views/parts/game-data.ts';
import { draw, flyIn, isStill } from '../../../../views/parts/script/drawing.ts';
import type { DemoStep } from '../../contract.ts';

const STEP_MS = 1200;
/** Steps for which the last position stays. */
const LAST_STAYS = 4;

/** A board on which a recorded game is played again and again, while it is on the screen. */
export class DemoElement extends HTMLElement {
  /** Another press of the button of the page lets all boards go on. */
  static isPaused = false;
  #at = -1;
  #isSeen = false;

  connectedCallback(): void {
    const source = this.querySelector('script')?.textContent;
    if (!source || isStill()) return;
    const caption = this.querySelector('svg')?.ariaLabel ?? '';
    const boards = positionsOf(JSON.parse(source) as DemoStep[]).map(([panel]) => panel!);
    const observer = new IntersectionObserver(([entry]) => {
      this.#isSeen = entry!.isIntersecting;
    });
    observer.observe(this);
    const step = () => {
      if (DemoElement.isPaused || !this.#isSeen) return;
      this.#at = (this.#at + 1) % (boards.length + LAST_STAYS);
      const panel = boards[this.#at];
      if (!panel) return;
      if (this.#at === 0 || this.firstElementChild?.tagName !== 'DIV')
        this.replaceChildren(document.createElement('div'));
      render(
        boardPart(draw, { panel: { ...panel, caption }, kind: 'board' }),
        this.firstElementChild as HTMLElement,
      );
      flyIn(this);
    };
    setInterval(step, STEP_MS);
  }
}
