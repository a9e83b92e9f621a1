import { visible } from '../../../core/text/visible.ts';
import { version } from '../../../core/version.ts';
import type { GameRecord } from '../../../events/read-record.ts';
import type { PlayerResult, Result } from '../../../events/result.ts';
import { playersTable } from '../../players-table.ts';
import type { Table } from '../../reports/summary.ts';
import type { Step } from '../../steps.ts';
import { overloadNote } from '../../terminal/overload-note.ts';
import { schedulingNotes } from '../../terminal/player-notes.ts';
import { offencesIn } from '../../terminal/reports/offences-in-record.ts';
import { duration, howEnded, whoIs } from '../../terminal/words.ts';
import { type Markup, markup } from '../markup.ts';
import { dataTable, type Fact, factList, scrolledText } from '../tables.ts';

/** All that a record says beside its moves. */
export function replayFacts(record: GameRecord, steps: readonly Step[]): Markup {
  const { result } = record;
  return markup`<h2>Players</h2>
${dataTable('Players', tableOf(record))}
${result ? notesOf(result) : []}
${record.header.players.map((player) => {
  const own = steps.filter(({ seat, thought }) => seat === player.seat && thought !== undefined);
  return playerFacts(player, result?.players[player.seat - 1], own);
})}
${offences(record)}
<h2>The game</h2>
${factList(gameFacts(record))}
<h2>Options</h2>
${factList(Object.entries(record.header.options).map(([name, value]) => ({ name, value: value ?? 'none' })))}`;
}

function tableOf({ game, header, result }: GameRecord): Table {
  if (result) return playersTable(result, game);
  const rows = header.players.map(({ seat, name }) => [String(seat), visible(name)]);
  return { headings: ['seat', 'player'], rows };
}

/** What the machine may have had to do with it. */
function notesOf(result: Result): readonly Markup[] {
  const overload = overloadNote(result);
  const notes = [...(overload === undefined ? [] : [overload]), ...schedulingNotes(result)];
  return notes.map((note) => markup`<p>${note}</p>`);
}

type Named = GameRecord['header']['players'][number];

function playerFacts(named: Named, player: PlayerResult | undefined, steps: readonly Step[]): Markup {
  const facts = [
    { name: 'command', value: named.command },
    ...Object.entries(named.options ?? {}).map(([name, value]) => ({ name, value, means: 'its own' })),
    ...(player ? resultFacts(player) : []),
    ...timeFacts(steps),
  ];
  return markup`<details><summary>${whoIs(named)}</summary>
${factList(facts)}
</details>`;
}

function resultFacts(player: PlayerResult): readonly Fact[] {
  const { offence, unfinished, files = [], cpuMs, waitMs, maxRssKb, exit, processor } = player;
  return [
    ...(offence ? [{ name: 'offence', value: `${offence.kind} (${offence.rule}): ${offence.detail}` }] : []),
    ...(unfinished === undefined ? [] : [{ name: 'not finished', value: unfinished }]),
    ...files.map(({ file, sha256, problem }) => ({
      name: 'file',
      value: file,
      means: sha256 === null ? problem : `SHA-256 ${sha256}`,
    })),
    ...measured('processor time', cpuMs),
    ...measured('waited for a processor', waitMs),
    ...(maxRssKb === null ? [] : [{ name: 'most memory', value: `${(maxRssKb / 1024).toFixed(1)} MiB` }]),
    ...(processor === undefined ? [] : [{ name: 'pinned to', value: `processor ${processor}` }]),
    ...(exit === null
      ? []
      : [{ name: 'ended', value: `${exit.killed ? 'killed' : 'by itself'}${howEnded(exit)}` }]),
  ];
}

function measured(name: string, ms: number | null | undefined): readonly Fact[] {
  return typeof ms === 'number' ? [{ name, value: duration(ms) }] : [];
}

function timeFacts(steps: readonly Step[]): readonly Fact[] {
  const [longest] = steps.toSorted((one, other) => other.thought! - one.thought!);
  if (longest === undefined) return [];
  return [
    { name: 'longest thought', value: `${duration(longest.thought! / 1e6)}, before step ${longest.number}` },
  ];
}

const WIDTH = 110;

/** As a terminal shows them. */
function offences(record: GameRecord): readonly Markup[] {
  const reports = offencesIn(record, { width: WIDTH });
  if (reports.length === 0) return [];
  return [
    markup`<h2>What went wrong</h2>`,
    ...reports.map((lines, index) => scrolledText(`What went wrong, ${index + 1}`, lines.join('\n'))),
  ];
}

function gameFacts({ header, result, events }: GameRecord): readonly Fact[] {
  const { id, game, seed, playerSeed, mirrored, rejudged, startedAt, dictionary, host } = header;
  const played = `wordhost ${header.version}${header.edition === undefined ? '' : `, edition ${header.edition}`}`;
  const other = header.version === version ? {} : { means: `This page is from wordhost ${version}.` };
  const list =
    'sha256' in dictionary
      ? { value: `${dictionary.name}, ${dictionary.words} words`, means: `SHA-256 ${dictionary.sha256}` }
      : { value: dictionary.name };
  return [
    { name: 'game', value: game },
    { name: 'seed', value: seed },
    ...(playerSeed === undefined ? [] : [{ name: 'player seed', value: playerSeed }]),
    ...(mirrored
      ? [{ name: 'mirrored', value: 'each seat has an order of its own in which it takes tiles' }]
      : []),
    { name: 'id', value: id },
    ...(rejudged ? [{ name: 'instead of', value: rejudged.join(', ') }] : []),
    { name: 'started', value: startedAt },
    ...(result ? [{ name: 'took', value: duration(result.ms) }] : []),
    { name: 'word list', ...list },
    { name: 'played by', value: played, ...other },
    { name: 'machine', value: `Node ${host.node}, ${host.platform}, ${host.cpus} processors` },
    ...(result ? hostingFacts(result) : []),
    { name: 'events', value: String(events.length) },
  ];
}

function hostingFacts({ sandbox, memory, loopDelayMs }: Result): readonly Fact[] {
  const limit = memory === 'group' ? 'by a control group' : 'by polling';
  return [
    { name: 'sandbox', value: sandbox },
    ...(memory === undefined ? [] : [{ name: 'memory limit', value: limit }]),
    ...measured('the host was late by', loopDelayMs),
  ];
}
