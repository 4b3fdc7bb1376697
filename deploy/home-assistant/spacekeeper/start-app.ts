// On its own: it stands in the image of the app alone, beside what it starts.
import { readFileSync } from 'node:fs'

/** Home Assistant writes what people enter under Configuration; empty fields count as not given. */
const options: unknown = JSON.parse(readFileSync('/data/options.json', 'utf8'))
for (const [name, value] of Object.entries(Object(options))) process.env[name] = String(value)

const start = './start.ts'
await import(start)
