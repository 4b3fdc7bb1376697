import type { Standing, MemberState, MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { standings } from '../access/standings.ts'

export const StandingBadge = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('members')
  return <Status kind={standings[standing].kind}>{t(standings[standing].word)}</Status>
}

export const stateWord = (state: MemberState) => standings[state].word

type Props = { member: Pick<MemberSummary, 'state' | 'isSuspended'>; tinted?: boolean }

/** The state of a membership. A suspension comes first and on its own: staff decided it, whatever is paid. */
export const MemberStateBadge = ({ member, tinted = false }: Props) => {
  const { t } = useTranslation('members')
  if (member.isSuspended && !tinted) return <Status kind="refused">{t('stateSuspended')}</Status>
  const { kind, word } = standings[member.state]
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
