import { visibleLines } from '../../core/text.ts';
import type { Noted } from '../../events/noted.ts';
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

/** On a terminal its picture, redrawn in one place; elsewhere a line for each move. */
export function viewOf(
  stream: NodeJS.WriteStream,
  game: InWords,
  picture: Picture,
  names: readonly string[],
  paint: Paint,
): View {
  return canRedraw(stream) ? livePicture(stream, picture, names, paint) : storyOn(stream, game);
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

function livePicture(
  stream: NodeJS.WriteStream,
  picture: Picture,
  names: readonly string[],
  paint: Paint,
): View {
  const panels = new LivePanels(stream, names, paint);
  return {
    take() {
      if (isTerminalFree()) panels.show(() => picture.panels());
    },
    end: () => panels.clear(),
  };
}
