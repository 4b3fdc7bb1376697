import { parseArgs } from 'node:util'
import { AppError, sentenceOf } from '#platform/http/app-error.ts'
import { accountCommands } from './cli/accounts.ts'
import { backupCommands } from './cli/backups.ts'
import { bookCommands } from './cli/books.ts'
import type { Command } from './cli/command.ts'
import { databaseCommands } from './cli/database.ts'
import { deviceCommands } from './cli/devices.ts'
import { doctorCommands } from './cli/doctor.ts'
import { environmentHelp } from './cli/environment.ts'
import { ledgerCommands } from './cli/ledger.ts'
import { passwordCommands } from './cli/passwords.ts'
import { portableCommands } from './cli/portable.ts'
import { settingCommands } from './cli/settings.ts'
import { staffCommands } from './cli/staff.ts'
import { readConfig } from './config.ts'

const commands: Record<string, Command> = {
  ...accountCommands,
  ...passwordCommands,
  ...staffCommands,
  ...deviceCommands,
  ...settingCommands,
  ...ledgerCommands,
  ...bookCommands,
  ...doctorCommands,
  ...backupCommands,
  ...portableCommands,
  ...databaseCommands,
}

const text = { type: 'string' } as const
const options = {
  serial: text,
  name: text,
  kind: text,
  email: text,
  'first-name': text,
  'last-name': text,
  'screen-name': text,
  mobile: text,
  password: text,
  permissions: text,
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  to: text,
  code: text,
  prove: { type: 'boolean' },
  'by-portal': { type: 'boolean' },
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)

const help = () => {
  say('Usage: npm run cli -- COMMAND [ARGUMENTS]\n')
  for (const [name, command] of Object.entries(commands))
    say(`  ${`${name} ${command.usage}`.trim()}\n      ${command.help}`)
  say('  help env\n      Lists the environment variables.')
}

const explain = (error: unknown) => {
  if (error instanceof AppError) return sentenceOf(error)
  return error instanceof Error ? error.message : String(error)
}

const run = async () => {
  const { positionals: words, values } = parseArgs({ allowPositionals: true, options })
  if (words[0] === undefined || words[0] === 'help') return words[1] === 'env' ? say(environmentHelp()) : help()
  const name = Object.keys(commands).find((known) => known === words.slice(0, known.split(' ').length).join(' '))
  const command = name === undefined ? undefined : commands[name]
  if (!name || !command) throw new Error(`There is no command "${words.join(' ')}". Try: npm run cli -- help`)
  const rest = words.slice(name.split(' ').length)
  const superfluous = rest.slice(command.words ?? 0).join(' ')
  if (superfluous !== '') throw new Error(`Unexpected argument "${superfluous}". Put values with spaces in quotes.`)
  await command.run({
    config: readConfig(process.env),
    words: rest,
    options: values,
    say,
  })
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  },
)
