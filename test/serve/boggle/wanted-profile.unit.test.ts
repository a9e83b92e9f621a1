import t from 'tap';
import { wantedProfile } from '../../../host/serve/boggle/api/wanted-profile.ts';

const wanted = {
  typed: [
    'application/json; profile=typed',
    'Application/JSON;charset=utf-8;Profile="typed"',
    'application/json, application/json; profile=typed',
    'text/html, application/json;profile=typed;q=0.5',
    'application/json;profile=typed;q=0.5, application/json;q=0.4',
    'application/json;profile=typed;q=0.5, application/json;q=0.1, */*',
    'application/json;profile=typed, */*',
  ],
  plain: [
    '',
    '*/*',
    'application/json',
    'application/json; profile=other',
    'text/html; profile=typed',
    'application/json; profile=typed; q=0',
    'application/json; profile=typed; q=0, */*',
    'application/json, application/json;profile=typed;q=0.1',
    'application/json;profile=typed;q=0.5, application/*;q=0.8',
    'text/plain;about="a, application/json;profile=typed"',
  ],
} as const;

t.test('answers have types where that is accepted, and preferred', async (t) => {
  for (const [profile, headers] of Object.entries(wanted))
    for (const accept of headers) t.equal(wantedProfile(accept), profile, accept);
});
