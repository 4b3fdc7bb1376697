import { z } from 'zod'
import { Email, fieldMessages, LastName, NewPassword, ShortText } from '../fields.ts'
import { type RegisteredField, registeredFields, registrationInputs, requiredFields } from '../members/forms.ts'
import { Instant } from '../route.ts'
import { linkPurposes } from './words.ts'

/** Until when many people may register from one network. */
export const OpenDay = z.object({ until: Instant.nullable() })

export type OpenDay = z.infer<typeof OpenDay>

/** An existing password, typed to log in: rules for new ones do not apply. */
export const Password = z.string().min(1, fieldMessages.password).max(200, fieldMessages.password)

/** What a member reads in an authenticator app, or a recovery code. */
export const SecondFactorCode = z.string().trim().max(40, fieldMessages.code)

/** What the form of the login asks for. */
export const Credentials = z.object({ email: Email, password: Password, code: SecondFactorCode.optional() })

export type Credentials = z.infer<typeof Credentials>

/** What a person sends who creates an account and is asked for these fields. */
export const registrationOf = <Name extends RegisteredField>(names: readonly Name[]) =>
  z.object({ ...registrationInputs(names), password: NewPassword })

export const Registration = registrationOf(registeredFields)

export type Registration = z.infer<typeof Registration>

/** An administrator is made with what every member has. */
export const AdministratorRegistration = registrationOf(requiredFields)

export type AdministratorRegistration = z.infer<typeof AdministratorRegistration>

/** The address that was mistyped, the password of the account, and the right address. */
export const EmailCorrection = z.object({ email: Email, password: Password, newEmail: Email })

/** Why a browser has no session any more. */
export const SessionEnd = z.enum(['passwordChanged', 'endedElsewhere', 'expired'])

export type SessionEnd = z.infer<typeof SessionEnd>

/**
 * What a link that verifies an address asks for. A new password, where the account may be the work of another person who
 * registered this address; the one that the account has, where the link was sent to an address that is to replace its own.
 */
export const Verification = z.object({
  asks: z.enum(['nothing', 'newPassword', 'password']),
  email: z.string().nullable(),
})

export type Verification = z.infer<typeof Verification>

/** A person staff add. */
export const Invitation = z.object({
  firstName: ShortText,
  lastName: LastName,
  email: Email,
  /** Starts the membership at once, with the welcome mail. */
  makesMember: z.boolean().default(false),
  /** Mails the link; otherwise, and without a mail server, the answer has it. */
  sendsMail: z.boolean().default(true),
})

export type Invitation = z.infer<typeof Invitation>

/** A link for staff to hand over. It is in this answer and nowhere else. */
export const EmailLink = z.object({ purpose: z.enum(linkPurposes), link: z.string(), endsAt: Instant })

export type EmailLink = z.infer<typeof EmailLink>
