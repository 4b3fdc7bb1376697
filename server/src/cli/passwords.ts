import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { NewPassword } from '@spacekeeper/contract/fields.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createResetLink, setPassword } from '../auth/passwords/password-recovery.ts'
import { resetStrongLogin } from '../auth/strong/strong-login.ts'
import { findMemberByEmail } from '../members/roles.ts'
import { withCtx, type Command } from './command.ts'

const findMember = async (ctx: Ctx, email: string) => {
  const member = await findMemberByEmail(ctx, email)
  if (!member) throw new Error(`No account has the address ${email}.`)
  return member
}

const emailOf = (words: readonly string[]) => {
  const [email] = words
  if (email === undefined) throw new Error('The email address of the account is missing.')
  return email
}

/** Asks without showing what is typed. */
const askHidden = async (question: string) => {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return answer
}

/** From the terminal, or all of standard input: never from an argument, which stands in lists of processes and histories. */
const readPassword = async () => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trimEnd()
  const password = await askHidden('New password: ')
  if ((await askHidden('Repeat the password: ')) !== password) throw new Error('The passwords don’t match.')
  return password
}

export const passwordCommands: Record<string, Command> = {
  password: {
    usage: 'EMAIL',
    words: 1,
    help: 'Sets the password of an account and logs it out everywhere. Asks for the password, or reads it from standard input.',
    run: async ({ config, words, say }) => {
      const email = emailOf(words)
      const password = NewPassword.safeParse(await readPassword())
      if (!password.success) throw new Error(password.error.issues.map(({ message }) => message).join('\n'))
      await withCtx(config, async (ctx) => {
        const { id } = await findMember(ctx, email)
        if (!(await setPassword(ctx, { memberId: id, password: password.data })))
          throw new Error('This account is closed.')
        say(`The password of ${email} is set. It works from now on.`)
      })
    },
  },
  'strong-login reset': {
    usage: 'EMAIL',
    words: 1,
    help: 'Removes the passkeys, the authenticator app and the recovery codes of an account that lost them. Its password stays.',
    run: ({ config, words, say }) =>
      withCtx(config, async (ctx) => {
        const email = emailOf(words)
        const { id } = await findMember(ctx, email)
        await resetStrongLogin(ctx, id)
        say(`The strong login of ${email} is reset. It logs in with its password alone.`)
      }),
  },
  'admin reset-link': {
    usage: 'EMAIL',
    words: 1,
    help: 'Prints a link by which an account, such as that of a locked-out administrator, gets a new password. It works once, within a day.',
    run: ({ config, words, say }) =>
      withCtx(config, async (ctx) => {
        const { id } = await findMember(ctx, emailOf(words))
        const link = await createResetLink(ctx, id)
        if (link === null) throw new Error('This account is closed.')
        say(link)
      }),
  },
}
