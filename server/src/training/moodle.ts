import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { z } from 'zod'
import { askLearning, type LearnerQuery, type LearningAccount, LearningError } from './learning-system.ts'
import { percentDone } from './rules.ts'

const Fault = z.object({ exception: z.string(), errorcode: z.string().optional() })

const Users = z.array(z.object({ id: z.number().int(), email: z.string().optional() }))

const Statuses = z.object({ statuses: z.array(z.object({ state: z.number().int() })) })

/** Asks once. Moodle answers 200 to what it refuses and says so in the body. */
const ask = async <T>(
  account: LearningAccount,
  input: { name: string; parameters: Record<string, string>; answer: z.ZodType<T> },
): Promise<T> => {
  const { name, parameters, answer } = input
  // As a form, so that nothing in an email address can be read as another parameter, and no log keeps the token.
  const body = new URLSearchParams({
    wstoken: account.token,
    wsfunction: name,
    moodlewsrestformat: 'json',
    ...parameters,
  })
  const said = await askLearning(account, {
    name: `Moodle, asked for ${name},`,
    path: '/webservice/rest/server.php',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })
  const fault = Fault.safeParse(said)
  if (fault.success) throw new LearningError(`Moodle refused ${name}: ${fault.data.errorcode ?? fault.data.exception}`)
  return answer.parse(said)
}

/** How much of a Moodle course the member with this address has done, in percent; nothing of one who is not there. */
export const askMoodle = async (account: LearningAccount, { courseRef, email }: LearnerQuery): Promise<number> => {
  const users = await ask(account, {
    name: 'core_user_get_users_by_field',
    parameters: { field: 'email', 'values[0]': email },
    answer: Users,
  })
  const own = users.filter((user) => user.email === undefined || plainEmail(user.email) === plainEmail(email))
  const [user] = own
  // Of two accounts with one address it is not known whose the course is.
  if (!user || own.length > 1) return 0
  const { statuses } = await ask(account, {
    name: 'core_completion_get_activities_completion_status',
    parameters: { courseid: courseRef, userid: String(user.id) },
    answer: Statuses,
  })
  return percentDone(statuses.map(({ state }) => state))
}
