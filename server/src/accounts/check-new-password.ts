import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { badField } from '#platform/http/app-error.ts'

const minLength = 8

let leaked: Promise<ReadonlySet<string>> | undefined

/** The most used passwords of published leaks. Read when somebody chooses a password for the first time. */
const leakedPasswords = () =>
  (leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => password.length >= minLength)),
  ))

/** Refuses a password that attackers try first. `facts` are what everybody knows of its owner. */
export const checkNewPassword = async (input: { password: string; facts: readonly string[] }): Promise<void> => {
  const password = input.password.toLowerCase()
  if (input.facts.some((fact) => fact.toLowerCase() === password)) {
    throw badField('password', 'Your password cannot be your e-mail address or screen name.')
  }
  if ((await leakedPasswords()).has(password)) throw badField('password', fieldMessages.weakPassword)
}
