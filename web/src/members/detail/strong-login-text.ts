// On its own: only staff load it.

/** Words about the strong login of a member, for staff. */
export const strongLoginStaffText = {
  memberLogin: 'Strong login',
  memberPasskeys_one: 'One passkey.',
  memberPasskeys_other: '{{count}} passkeys.',
  memberTotp: 'Codes from an authenticator app.',
  memberNoPassword: 'No password.',
  memberReset: 'Reset',
  memberResetTitle: 'Reset the strong login of {{name}}?',
  memberResetText:
    'Their passkeys, their authenticator app and their recovery codes stop working. Do this only if you know that it is {{name}} who asks. We email them.',
  memberResetAction: 'Reset strong login',
  memberResetDone: 'The strong login is reset',
} as const
