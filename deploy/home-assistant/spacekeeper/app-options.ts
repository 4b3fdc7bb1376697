// On its own: it stands in the image of the app alone, where Node loads it before the portal and before each command.
import { readFileSync } from 'node:fs'

const path = process.env['APP_OPTIONS'] ?? '/data/options.json'

/** Home Assistant writes what people enter under Configuration; empty fields count as not given. */
const options: unknown = JSON.parse(readFileSync(path, 'utf8'))
for (const [name, value] of Object.entries(Object(options)))
  if (typeof value === 'string' && value !== '') process.env[name] = value
