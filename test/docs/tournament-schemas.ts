import { tournamentReport } from '../../host/tournament/report/report-fields.ts';
import { type Json, schemaOf } from './shape-schema.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** What `wordhost report --as json` prints. */
export function tournamentReportSchema(): Json {
  return {
    $schema: draft,
    $id: 'report.schema.json',
    title: 'What a tournament has come to: what wordhost report --as json prints',
    ...schemaOf(tournamentReport),
  };
}
