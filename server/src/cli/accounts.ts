import { text } from 'node:stream/consumers'
import { AdministratorRegistration } from '@spacekeeper/contract/auth/shapes.ts'
import { createAdministrator, firstAdminLink } from '../auth/first-administrator.ts'
import { optional, required, withCtx, type Command, type CommandInput } from './command.ts'

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
  const parsed = AdministratorRegistration.safeParse({
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
    help: 'Creates an administrator with a confirmed address. "--password -" reads the password from standard input.',
    run: async (input) => {
      const administrator = await readAdministrator(input)
      await withCtx(input.config, async (ctx) => {
        input.say(`Administrator ${await createAdministrator(ctx, administrator)} was created.`)
      })
    },
  },
  'admin link': {
    usage: '',
    help: 'Prints the link that creates the first administrator, while there is none.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) =>
        say(
          (await firstAdminLink(ctx)) ??
            'There is an administrator already. "staff list" prints who, and "admin reset-link EMAIL" lets one choose a new password.',
        ),
      ),
  },
}
