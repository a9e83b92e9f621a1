import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { type BoardProgram, run } from './board-program.ts';
import { type BoggleBoard, found } from './boggle-board.ts';
import { readVectors, type VectorFile } from './files.ts';
import { judged, type ScrabbleMove } from './scrabble-move.ts';
import { answered, type Transcript } from './transcript.ts';

export const transcripts = [
  'bananagrams-transcripts',
  'bananagrams-races-of-2',
  'bananagrams-races-of-3',
  'scrabble-transcripts',
  'boggle-transcripts',
] as const;

/** Every file, with what this host makes of its vectors. */
export function answerAll(english: Lexicon): Readonly<Record<string, VectorFile<unknown>>> {
  const boards = readVectors<BoggleBoard>('boggle-boards');
  return {
    ...Object.fromEntries(transcripts.map((name) => [name, answeredIn(name)])),
    'scrabble-moves': withAnswers(readVectors<ScrabbleMove>('scrabble-moves'), judged),
    'board-programs': withAnswers(readVectors<BoardProgram>('board-programs'), run),
    'boggle-boards': withAnswers(boards, (board) => found(board, english)),
  };
}

function answeredIn(name: string): VectorFile<Transcript> {
  const file = readVectors<Transcript>(name);
  const { all } = file;
  const shared = Object.keys(all ?? {});
  return withAnswers(file, (vector) => {
    const whole = answered({ ...all, ...vector });
    const own = Object.entries(whole).filter(([key]) => !shared.includes(key));
    return Object.fromEntries(own) as unknown as Transcript;
  });
}

function withAnswers<Vector>(
  file: VectorFile<Vector>,
  answer: (vector: Vector) => Vector,
): VectorFile<Vector> {
  return { ...file, vectors: file.vectors.map(answer) };
}
