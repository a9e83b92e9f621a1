import { histories, type ModelOptions } from 'wordhost/models';
import { readEndpoint } from 'wordhost/web-bots';
import * as program from '../program/options.ts';

export const help = `wordhost player model --url URL --model NAME [options]

Plays Scrabble, Boggle or Bananagrams with a language model. A host starts it,
for example:
  wordhost scrabble --timeout 2m \\
      "wordhost player model --url http://127.0.0.1:11434/v1 --model qwen3:8b" \\
      "wordhost player greedy"
The model gets the rules and the position as text, and answers with a JSON
object. If there is no move in time, the player passes. It prints a line of JSON
on standard error for each request; records keep it.

Options
  --url URL         base of an API that has POST /chat/completions as OpenAI's
                    has it
  --model NAME      name of the model for the server
  --key-variable NAME
                    environment variable with the key of the server (default:
                    WORDHOST_MODEL_KEY); without it no key is sent
  --prompt FILE     text that replaces the rules in the prompt
  --print-prompt [GAME]
                    print the prompt of the opening, and play nothing; GAME may
                    have options, as in "boggle --rules turns" (default:
                    scrabble)
  --position CGP    with --print-prompt: a position of Scrabble (default: the
                    opening)
  --temperature X, --max-tokens N, --seed N, --reasoning low|medium|high
                    as the API has them (default: left to the server)
  --attempts N      answers without a move are asked for again, N times in all
                    (default: 2)
  --hints N         list the N best plays by points in the prompt (default: 0)
  --history all|last|none
                    all: earlier turns stay in the conversation; last: the
                    prompt has the last three moves; none: the position alone
                    (default: last)
  --help            show this help
`;

export interface ModelPlayer extends Omit<ModelOptions, 'url' | 'model' | 'key' | 'prompt'> {
  readonly url: URL | undefined;
  readonly model: string | undefined;
  readonly keyVariable: string;
  readonly promptFile: string | undefined;
  /** The game with its options whose prompt is printed. */
  readonly printed: string | undefined;
  readonly position: string | undefined;
}

const standard: ModelPlayer = {
  url: undefined,
  model: undefined,
  keyVariable: 'WORDHOST_MODEL_KEY',
  promptFile: undefined,
  printed: undefined,
  position: undefined,
  attempts: 2,
  hints: 0,
  history: 'last',
};

type Given = Partial<ModelPlayer>;

/** The names of options that are given as a whole number. */
function whole(name: 'attempts' | 'hints' | 'maxTokens' | 'seed', least: number, most: number) {
  return {
    wants: `a whole number from ${least} to ${most}`,
    read: (value: string): Given | undefined =>
      /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most
        ? { [name]: Number(value) }
        : undefined,
  };
}

function text(name: keyof ModelPlayer, wants: string, form = /./) {
  return {
    wants,
    read: (value: string): Given | undefined => (form.test(value) ? { [name]: value } : undefined),
  };
}

const readers = {
  '--url': {
    wants: 'an http or https URL, such as http://127.0.0.1:11434/v1',
    read(value: string): Given | undefined {
      const url = readEndpoint(value);
      return typeof url === 'string' ? undefined : { url };
    },
  },
  '--model': text('model', 'the name of a model'),
  '--key-variable': text('keyVariable', 'the name of an environment variable', /^[A-Za-z_]\w*$/),
  '--prompt': text('promptFile', 'a file'),
  '--print-prompt': { flag: { printed: 'scrabble' }, read: (printed: string) => ({ printed }) },
  '--position': text('position', 'a position in CGP'),
  '--temperature': {
    wants: 'a number from 0 to 10',
    read: (value: string): Given | undefined =>
      /^\d{1,2}(\.\d{1,6})?$/.test(value) && Number(value) <= 10 ? { temperature: Number(value) } : undefined,
  },
  '--max-tokens': whole('maxTokens', 1, 10_000_000),
  '--seed': whole('seed', 0, 2 ** 31 - 1),
  '--reasoning': text('reasoning', 'low, medium or high', /^(low|medium|high)$/),
  '--attempts': whole('attempts', 1, 20),
  '--hints': whole('hints', 0, 100),
  '--history': text('history', histories.join(', '), new RegExp(`^(${histories.join('|')})$`)),
};

export function readOptions(args: readonly string[]): program.Reading<ModelPlayer> {
  const reading = program.readOptions<ModelPlayer>(args, standard, readers);
  if (reading.kind !== 'options') return reading;
  const { url, model, printed, position } = reading.options;
  const problem = (problem: string) => ({ kind: 'problem' as const, problem });
  if (position !== undefined && !/^ *scrabble\b/.test(printed ?? ''))
    return problem('--position requires --print-prompt of Scrabble');
  if (printed !== undefined) return reading;
  if (url === undefined) return problem(`--url: expected ${readers['--url'].wants}; got nothing`);
  return model === undefined ? problem('--model: expected the name of a model; got nothing') : reading;
}
