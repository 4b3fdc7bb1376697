import { text } from 'node:stream/consumers'
import { Registration } from '@spacekeeper/contract/accounts.ts'
import { createAdministrator } from '../accounts/create-administrator.ts'
import { firstAdminLink } from '../accounts/first-admin-link.ts'
import { optional, required, withCtx, type Command, type CommandInput } from './command.ts'

const NewAdministrator = Registration.omit({ vehicleRegistrationPlate: true })
const flags: Record<string, string> = {
  email: 'email',
  firstName: 'first-name',
  lastName: 'last-name',
  screenName: 'screen-name',
  mobile: 'mobile',
  password: 'password',
}

/** `-` reads it from standard input, so that it stands in no process list and no shell history. */
const readPassword = async (input: CommandInput) => {
  const given = required(input, 'password')
  return given === '-' ? (await text(process.stdin)).trimEnd() : given
}

const readAdministrator = async (input: CommandInput) => {
  const parsed = NewAdministrator.safeParse({
    email: required(input, 'email'),
    firstName: required(input, 'first-name'),
    lastName: required(input, 'last-name'),
    screenName: optional(input, 'screen-name') ?? required(input, 'first-name'),
    mobile: required(input, 'mobile'),
    password: await readPassword(input),
  })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(
    ({ path, message }) => `--${flags[String(path[0])] ?? String(path[0])}: ${message}`,
  )
  throw new Error(lines.join('\n'))
}

export const accountCommands: Record<string, Command> = {
  'admin create': {
    usage: '--email E --first-name F --last-name L --mobile M --password P|- [--screen-name S]',
    help: 'Creates an administrator; the address counts as verified. "--password -" reads it from standard input.',
    run: async (input) => {
      const administrator = await readAdministrator(input)
      await withCtx(input.config, async (ctx) => {
        input.say(`Administrator ${await createAdministrator(ctx, administrator)} is created.`)
      })
    },
  },
  'admin link': {
    usage: '',
    help: 'Prints the link that creates the first administrator, while there is none.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => say((await firstAdminLink(ctx)) ?? 'There is an administrator already.')),
  },
}
