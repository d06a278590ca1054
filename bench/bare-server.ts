import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [headers, body, port] = process.argv.slice(2);
const lines = JSON.parse(headers!) as string[];
const bytes = readFileSync(body!);
createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(200, lines);
  response.end(bytes);
}).listen(Number(port), '127.0.0.1');
