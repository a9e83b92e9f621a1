import { inflateRawSync } from 'node:zlib';
import { type GameData, type PackedGame, unpackedGame } from '../../../host/views/parts/game-data.ts';

/** The data that the script of a page reads. */
export function dataIn(page: string): GameData {
  const packed = /<script type="application\/octet-stream"[^>]*>(.*?)<\/script>/s.exec(page)![1]!;
  const [game] = JSON.parse(String(inflateRawSync(Buffer.from(packed, 'base64')))) as readonly PackedGame[];
  return unpackedGame(game!);
}
