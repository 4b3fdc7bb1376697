import { Button, Checkbox, Menu } from '@mantine/core'
import type { DeskCharge } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Status } from '#platform/ui/status.tsx'
import classes from './desk.module.css'

export type ChargeAct = 'tick' | 'book' | 'moreTime' | 'writeOff' | 'void'

type Props = {
  charges: readonly DeskCharge[]
  today: string
  chosen: ReadonlySet<number>
  onChoose: (chargeId: number) => void
  onAct: (act: ChargeAct, charge: DeskCharge) => void
}

export const openCentsOfCharge = ({ amountCents, paidCents }: DeskCharge): number => amountCents - paidCents

/** Charges with what is open of each, and what can be done about it. */
export const ChargesList = ({ charges, ...shared }: Props) => (
  <ul className={classes.list}>
    {charges.map((charge) => (
      <ChargeRow key={charge.id} charge={charge} {...shared} />
    ))}
  </ul>
)

type DeskRowProps = Omit<Props, 'charges'> & { charge: DeskCharge }

const ChargeRow = ({ charge, today, chosen, onChoose, onAct }: DeskRowProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { id, memberId, memberName: name, description: what, state, paidCents, amountCents, currency } = charge
  const isOpen = state === 'open'
  return (
    <li className={classes.row}>
      <span>
        {isOpen ? (
          <Checkbox
            aria-label={t('deskChoose', { what, name })}
            checked={chosen.has(id)}
            onChange={() => onChoose(id)}
            size="sm"
          />
        ) : null}
      </span>
      <span className={classes.what}>
        <span className={classes.person}>
          <MemberLink id={memberId}>{name}</MemberLink>
        </span>
        <span className={classes.more}>{what}</span>
      </span>
      <span className={`${classes.what} ${classes.state}`}>
        <ChargeState charge={charge} today={today} />
      </span>
      <span className={classes.money}>
        {money(isOpen ? openCentsOfCharge(charge) : amountCents, currency)}
        {isOpen && paidCents > 0 ? (
          <span className={classes.more}>
            {t('deskPartPaid', { paid: money(paidCents, currency), amount: money(amountCents, currency) })}
          </span>
        ) : null}
      </span>
      <span className={classes.acts}>{isOpen ? <ChargeActs charge={charge} onAct={onAct} /> : null}</span>
    </li>
  )
}

const settledWords = { void: 'deskVoided', writtenOff: 'deskWrittenOff', refunded: 'deskRefunded' } as const

/** When it is due and what hangs on it; of a settled one, why it was settled. */
const ChargeState = ({ charge, today }: { charge: DeskCharge; today: string }) => {
  const { t } = useTranslation('billing')
  const { state, dueOn, accessUntil, reason, lastTry } = charge
  if (state === 'void' || state === 'writtenOff' || state === 'refunded') {
    return (
      <>
        <Status kind="none">{t(settledWords[state])}</Status>
        <span className={classes.more}>{reason}</span>
      </>
    )
  }
  const isLate = dueOn < today
  const day = formatCalendarDay(dueOn)
  return (
    <>
      {state === 'processing' ? (
        <Status kind="waiting">{t('deskProcessing')}</Status>
      ) : (
        <Status kind={isLate ? 'warning' : 'info'}>{t(isLate ? 'deskWasDue' : 'deskDue', { day })}</Status>
      )}
      {lastTry === null ? null : (
        <span className={classes.more}>
          {t(tryWords(lastTry), { day: lastTry.nextTryOn === null ? '' : formatCalendarDay(lastTry.nextTryOn) })}
        </span>
      )}
      {accessUntil === null || state !== 'open' ? null : (
        <span className={classes.more}>
          {t(accessUntil <= today ? 'deskAccessEnded' : 'deskAccessEnds', { day: formatCalendarDay(accessUntil) })}
        </span>
      )}
    </>
  )
}

/** Says what the portal does by itself about a charge it could not take. */
const tryWords = ({ state, nextTryOn }: NonNullable<DeskCharge['lastTry']>) => {
  if (state === 'unconfirmed') return 'deskUnconfirmed'
  return nextTryOn === null ? 'deskNotTriedAgain' : 'deskTriedAgain'
}

const ChargeActs = ({ charge, onAct }: { charge: DeskCharge; onAct: Props['onAct'] }) => {
  const { t } = useTranslation('billing')
  const { memberName: name, description: what } = charge
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => onAct('tick', charge)}>
        {t('deskTick')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" aria-label={t('deskActions', { what, name })}>
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAct('book', charge)}>{t('deskBook')}</Menu.Item>
          {charge.plan === null ? null : (
            <Menu.Item onClick={() => onAct('moreTime', charge)}>{t('deskMoreTime')}</Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => onAct('writeOff', charge)}>{t('deskWriteOff')}</Menu.Item>
          {charge.kind === 'toPayBack' ? null : (
            <Menu.Item onClick={() => onAct('void', charge)}>{t('deskVoid')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
