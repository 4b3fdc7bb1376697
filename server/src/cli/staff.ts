import { permissions, permissionMeanings } from '@spacekeeper/contract/permissions.ts'
import { Permission } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { updateDetails } from '../members/details.ts'
import { updatePermissions, findMemberByEmail, listStaff } from '../members/roles.ts'
import { required, withCtx, type Command, type CommandInput } from './command.ts'

const findMember = async (ctx: Ctx, input: CommandInput) => {
  const email = required(input, 'email')
  const member = await findMemberByEmail(ctx, email)
  if (!member) throw new Error(`No account has the address ${email}.`)
  return member
}

/** `members,money`, or `none`. */
const readPermissions = (input: CommandInput): Permission[] => {
  const given = required(input, 'permissions')
  if (given === 'none') return []
  const parsed = given.split(',').map((word) => Permission.safeParse(word.trim()))
  return parsed.map((one) => {
    if (!one.success) throw new Error(`--permissions is none, or some of ${permissions.join(',')}.`)
    return one.data
  })
}

const setAdmin = (isAdmin: boolean) => (input: CommandInput) =>
  withCtx(input.config, async (ctx) => {
    const { id, email } = await findMember(ctx, input)
    // Reads the whole portal, which no other command waits for.
    const { domains } = await import('../domains.ts')
    await updateDetails(ctx, { memberId: id, changes: { isAdmin }, domains })
    input.say(`${email} is ${isAdmin ? 'an administrator now' : 'no administrator any more'}.`)
  })

export const staffCommands: Record<string, Command> = {
  'admin grant': {
    usage: '--email E',
    help: 'Makes a member an administrator.',
    run: setAdmin(true),
  },
  'admin revoke': {
    usage: '--email E',
    help: 'Removes a member as administrator, except the last one.',
    run: setAdmin(false),
  },
  'staff list': {
    usage: '',
    help: 'Lists administrators and members with permissions.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        for (const one of await listStaff(ctx)) {
          const does = one.isAdmin ? 'administrator' : one.permissions.join(',')
          say(`${String(one.id).padStart(6)}  ${does.padEnd(24)}${one.email}${one.isSuspended ? '  (suspended)' : ''}`)
        }
      }),
  },
  'staff set': {
    usage: '--email E --permissions members,access|none',
    help: `Sets the staff permissions of a member:\n${permissions.map((one) => `      ${one}: ${permissionMeanings[one]}`).join('\n')}`,
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const grant = readPermissions(input)
        const { id, email } = await findMember(ctx, input)
        const revoke = permissions.filter((one) => !grant.includes(one))
        await updatePermissions(ctx, { memberId: id, grant, revoke })
        input.say(`${email} holds ${grant.length === 0 ? 'no permission' : grant.join(', ')} now.`)
      }),
  },
}
