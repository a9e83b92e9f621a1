import { grouped } from '../../../core/text/plural.ts';
import { visible } from '../../../core/text/visible.ts';
import { command, type Markup, markup } from '../../html/markup.ts';
import { replaySteps } from '../../html/replay/replay-page.ts';
import { endingSentence } from '../../terminal/words.ts';
import { anchors } from './anchors.ts';
import { type PageFacts, playerLink } from './page-facts.ts';

/** Which games can be stepped through, and these: each is shown when a link leads to it. */
export function gamesPart(facts: PageFacts): Markup {
  const { shown, games, replayCommand } = facts.tournament;
  const numbers = [...shown.keys()];
  const [first] = games;
  const replay = first && replayCommand(first.number);
  const more =
    replay === undefined || numbers.length === games.length
      ? []
      : [markup`<p class="soft">Any other is shown by ${command(replay)}, by its number.</p>`];
  const links = numbers.map((number) => markup`<a href="#${anchors.game(number)}">${number}</a>`);
  return markup`<section id="games">
<h2>Games</h2>
<p>${grouped(numbers.length)} of ${grouped(games.length)} games can be stepped through here${numbers.length === 0 ? '.' : ':'}</p>
<p class="numbers">${links}</p>
${more}
</section>
${numbers.map((number) => gamePart(facts, number))}`;
}

function gamePart(facts: PageFacts, number: number): Markup {
  const { shown, words } = facts.tournament;
  const record = shown.get(number)!;
  const { header, result } = record;
  const players = header.players.map(({ name }) => {
    const place = facts.placeOf(name);
    return place === undefined ? markup`<span>${visible(name)}</span>` : playerLink(facts, place);
  });
  const ending = result ? endingSentence(result, words) : 'The record has no end: the host was killed.';
  const id = anchors.game(number);
  return markup`<section class="on-demand" id="${id}">
<h2>Game ${number}</h2>
<p class="numbers">${players}</p>
<p><strong>${ending}</strong></p>
<p class="soft">seed ${header.seed}, id ${header.id}</p>
${replaySteps(record, `${id}-`)}
</section>`;
}
