import { visibleLines } from '../../core/text.ts';
import type { Noted } from '../../events/noted.ts';
import type { AnyGame } from '../../games/game.ts';
import type { InWords, Picture } from '../../games/presentation.ts';
import { LivePanels } from '../../views/terminal/live-game.ts';
import type { Paint } from '../../views/terminal/paint.ts';
import { Story } from '../../views/terminal/story.ts';
import { canRedraw } from '../output.ts';
import { isTerminalFree } from '../signals.ts';

/** A running game, shown. */
export interface View {
  take(event: Noted): void;
  end(): void;
}

/** A terminal shows a picture that is redrawn in place. Other streams get a line for each move. */
export function viewOf(
  stream: NodeJS.WriteStream,
  game: AnyGame,
  picture: Picture,
  names: readonly string[],
  paint: Paint,
): View {
  if (!canRedraw(stream)) return storyOn(stream, game);
  const panels = new LivePanels(stream, game, names, paint);
  return {
    take(event) {
      panels.take(event);
      if (isTerminalFree()) panels.show(() => picture.panels());
    },
    end: () => panels.clear(),
  };
}

function storyOn(stream: NodeJS.WriteStream, game: InWords): View {
  const story = new Story(game);
  return {
    take(event) {
      const sentence = story.tell(event);
      if (sentence !== undefined) stream.write(visibleLines(`${sentence}\n`));
    },
    end() {},
  };
}
