import { once } from 'node:events';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { UsageError } from '../../core/errors.ts';
import { schemaOf } from '../../core/json-schema.ts';
import { type Fields, Misfit, readShape, type Shape, strictObject, type ValuesOf } from '../../core/shape.ts';
import { version } from '../../core/version.ts';

interface Tool {
  readonly description: string;
  readonly input: Shape;
  readonly run: (input: never, cancelled: AbortSignal) => Promise<string> | string;
}

/** A `UsageError` of `run` is told to the assistant. `cancelled`: by the client, or by the end of the session. */
export function tool<const Table extends Fields>(
  description: string,
  fields: Table,
  run: (input: ValuesOf<Table>, cancelled: AbortSignal) => Promise<string> | string,
): Tool {
  return { description, input: strictObject(fields), run };
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  read(): string;
}

interface Session {
  readonly tools: Readonly<Record<string, Tool>>;
  readonly resources: readonly Resource[];
  readonly instructions: string;
  readonly ended: AbortSignal;
}

const LONGEST_MESSAGE = 2 ** 20;

/** Serves the Model Context Protocol on standard input and output until the client has gone, or the signal. */
export async function serveSession({ tools, resources, instructions, ended }: Session): Promise<void> {
  const server = new Server(
    { name: 'wordhost', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.entries(tools).map(([name, { description, input }]) => ({
      name,
      description,
      inputSchema: { type: 'object' as const, ...schemaOf(input) },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const called = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    try {
      if (!called)
        throw new UsageError(`expected a tool of ${Object.keys(tools).join(', ')}; got ${params.name}`);
      const read: unknown = readShape(called.input, params.arguments ?? {});
      if (read instanceof Misfit) throw new UsageError(read.inWords());
      return answer(await called.run(read as never, AbortSignal.any([signal, ended])));
    } catch (error) {
      if (error instanceof UsageError) return { ...answer(error.message), isError: true };
      throw error;
    }
  });
  const listed = resources.map(({ uri, name }) => ({ uri, name, mimeType: 'text/markdown' }));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: listed }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const resource = resources.find((each) => each.uri === uri);
    if (!resource) throw new Error(`there is no resource ${uri}`);
    return { contents: [{ uri, mimeType: 'text/markdown', text: resource.read() }] };
  });
  const { stdin, stdout } = process;
  // The client has gone: what is still written has no reader.
  stdout.on('error', () => stdin.destroy());
  const gone = Promise.race([
    ...['end', 'close', 'error'].map((event) => once(stdin, event, { signal: ended })),
  ]);
  await server.connect(new StdioServerTransport(stdin, stdout, { maxBufferSize: LONGEST_MESSAGE }));
  await gone.catch(() => undefined);
  await server.close();
}

function answer(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
