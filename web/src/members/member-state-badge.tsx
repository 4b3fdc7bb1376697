import { useTranslation } from 'react-i18next'
import type { MemberState, MemberSummary } from '@spacekeeper/contract/members.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'

const states = {
  noob: { kind: 'info', word: 'stateNoob' },
  active: { kind: 'fine', word: 'stateActive' },
  inactive: { kind: 'none', word: 'stateInactive' },
  accountonly: { kind: 'none', word: 'stateAccountOnly' },
} as const satisfies Record<MemberState, { kind: StatusKind; word: string }>

export const stateWord = (state: MemberState) => states[state].word

type Props = { member: Pick<MemberSummary, 'state' | 'isSuspended'>; tinted?: boolean }

/** The state of a membership. A suspension comes first and on its own: staff decided it, whatever is paid. */
export const MemberStateBadge = ({ member, tinted = false }: Props) => {
  const { t } = useTranslation('members')
  if (member.isSuspended && !tinted) return <Status kind="refused">{t('stateSuspended')}</Status>
  const { kind, word } = states[member.state]
  return (
    <>
      {member.isSuspended ? (
        <Status kind="refused" tinted={tinted}>
          {t('suspendedByStaff')}
        </Status>
      ) : null}
      <Status kind={tinted && kind === 'fine' && !member.isSuspended ? 'good' : kind} tinted={tinted}>
        {t(word)}
      </Status>
    </>
  )
}
