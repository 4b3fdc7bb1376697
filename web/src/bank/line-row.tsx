import { Button, Checkbox, Radio, Stack, Text } from '@mantine/core'
import type { BankChoice, BankLine } from '@spacekeeper/contract/bank/shapes.ts'
import { bankLineKindWords, matchReasons } from '@spacekeeper/contract/bank/words.ts'
import type { ReactNode } from 'react'
import { formatCalendarDay, formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Status } from '#platform/ui/status.tsx'
import classes from './bank.module.css'

export type LineAct = 'confirm' | 'assign' | 'split' | 'aside' | 'undo'

/** How a line is named where it is not seen. */
export const useLineWords = (): ((line: BankLine) => { amount: string; day: string }) => {
  const money = useMoney()
  return ({ amountCents, currency, bookedOn }) => ({
    amount: money(amountCents, currency),
    day: formatCalendarDay(bookedOn),
  })
}

const twinWords = ({ fileName, payerName, text }: NonNullable<BankLine['twin']>, noName: string) => ({
  file: fileName,
  line: [payerName || noName, text].filter(Boolean).join(', '),
})

type Props = {
  line: BankLine
  /** Which of its choices is picked. */
  picked: number | null
  isBusy: boolean
  onPick: (choice: number) => void
  /** The fee of a debit that was sent back is charged to its member. */
  chargesFee: boolean
  onChargeFee: (isCharged: boolean) => void
  onAct: (act: LineAct) => void
  mark: ReactNode
}

/** A line of a statement: who paid how much, what it may be and why, and what can be done about it. */
export const LineRow = ({ line, picked, isBusy, onPick, chargesFee, onChargeFee, onAct, mark }: Props) => {
  const { t } = useTranslation('bank')
  const words = useLineWords()(line)
  const { payerName, payerAccount, text, endToEnd, choices, decision, twin } = line
  return (
    <li className={classes.line}>
      <span>{mark}</span>
      <span>
        <span className={classes.who}>{payerName || t('noPayer')}</span>
        <div className={classes.more}>
          <time dateTime={line.bookedOn}>{words.day}</time>
          {payerAccount === '' ? null : `, ${t('fromAccount', { account: payerAccount })}`}
        </div>
        <div className={classes.more}>{text}</div>
        {endToEnd === '' || text.includes(endToEnd) ? null : (
          <div className={classes.more}>{t('lineReference', { reference: endToEnd })}</div>
        )}
        <Returned line={line} />
        {twin === null ? null : <Status kind="warning">{t('twinLine', twinWords(twin, t('noPayer')))}</Status>}
      </span>
      <span className={classes.money}>{words.amount}</span>
      <div className={classes.choices}>
        {decision ? <Decision line={line} decision={decision} /> : null}
        {choices.length === 1 && choices[0] ? <Choice choice={choices[0]} /> : null}
        {choices.length > 1 ? (
          <Radio.Group
            aria-label={t('whichChoice', words)}
            value={picked === null ? null : String(picked)}
            onChange={(value) => onPick(Number(value))}
          >
            <Stack gap={6}>
              {choices.map((choice, at) => (
                <Radio
                  key={`${choice.target.kind} ${choice.name}`}
                  value={String(at)}
                  label={<Choice choice={choice} />}
                />
              ))}
            </Stack>
          </Radio.Group>
        ) : null}
        <FeeField
          choice={picked === null ? undefined : choices[picked]}
          line={line}
          isOn={chargesFee}
          onChange={onChargeFee}
        />
      </div>
      <Acts line={line} picked={picked} isBusy={isBusy} onAct={onAct} />
    </li>
  )
}

/** Why a debit came back, and what that cost, as the bank says it. */
const Returned = ({ line: { returnReason: reason, feeCents, currency } }: Pick<Props, 'line'>) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const words = [
    ...(reason === '' ? [] : [t('returnedWhy', { reason })]),
    ...(feeCents === 0 ? [] : [t('returnedFee', { fee: money(feeCents, currency) })]),
  ]
  return words.length === 0 ? null : <div className={classes.more}>{words.join(' ')}</div>
}

type FeeFieldProps = {
  choice: BankChoice | undefined
  line: BankLine
  isOn: boolean
  onChange: (isCharged: boolean) => void
}

/** Asks who bears the fee that the bank kept beside a debit. */
const FeeField = ({ choice, line, isOn, onChange }: FeeFieldProps) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  if (!choice || choice.feeCents === 0) return null
  const fee = money(choice.feeCents, line.currency)
  return (
    <Checkbox
      size="sm"
      mt={6}
      label={t('chargeFee', { name: choice.name, fee })}
      description={t('feeIsBooked', { fee })}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

const Acts = ({ line, picked, isBusy, onAct }: Pick<Props, 'line' | 'picked' | 'isBusy' | 'onAct'>) => {
  const { t } = useTranslation('bank')
  const words = useLineWords()(line)
  if (line.decision) {
    return line.decision.canUndo ? (
      <div className={classes.acts}>
        <Button size="compact-sm" variant="subtle" aria-label={t('undoOf', words)} onClick={() => onAct('undo')}>
          {t('undo')}
        </Button>
      </div>
    ) : null
  }
  const choice = picked === null ? undefined : line.choices[picked]
  return (
    <div className={classes.acts}>
      {line.choices.length > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!choice}
          loading={isBusy}
          aria-label={choice ? t('confirmOf', { ...words, name: choice.name }) : t('confirm')}
          onClick={() => onAct('confirm')}
        >
          {t('confirm')}
        </Button>
      ) : null}
      {line.amountCents > 0 ? (
        <>
          <Button size="compact-sm" variant="subtle" aria-label={t('assignOf', words)} onClick={() => onAct('assign')}>
            {t('assign')}
          </Button>
          <Button size="compact-sm" variant="subtle" aria-label={t('splitOf', words)} onClick={() => onAct('split')}>
            {t('split')}
          </Button>
        </>
      ) : null}
      <Button size="compact-sm" variant="subtle" aria-label={t('setAsideOf', words)} onClick={() => onAct('aside')}>
        {t('setAside')}
      </Button>
    </div>
  )
}

const choiceWords = {
  dues: 'choiceDues',
  topUp: 'choiceTopUp',
  donation: 'choiceDonation',
  debitSettled: 'choiceRun',
  debitReturn: 'choiceReturn',
} as const

const Choice = ({ choice }: { choice: BankChoice }) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const { target, name, reasons, pays, leftCents } = choice
  const what = pays.map(({ description, paysCents, openCents }) =>
    paysCents === openCents ? description : t('paysPart', { amount: money(paysCents), what: description }),
  )
  return (
    <span>
      <Text component="span" fw={600}>
        {t(choiceWords[target.kind], { name })}
      </Text>
      <Text component="span" size="sm" c="dimmed" display="block">
        {/* The line itself says which other it may be. */}
        {reasons
          .filter((reason) => reason !== 'twin')
          .map((reason) => matchReasons[reason])
          .join(' ')}{' '}
        {what.length > 0 ? t('pays', { what: what.join(', ') }) : null}{' '}
        {target.kind === 'dues' && what.length === 0 ? t('paysNothing', { name }) : null}
        {target.kind === 'dues' && what.length > 0 && leftCents > 0 ? t('leaves', { amount: money(leftCents) }) : null}
      </Text>
    </span>
  )
}

const Decision = ({ line, decision }: { line: BankLine; decision: NonNullable<BankLine['decision']> }) => {
  const { t } = useTranslation('bank')
  const { kind, memberId, memberName, parts, reason, by, at } = decision
  const money = useMoney()
  return (
    <span>
      {line.state === 'outgoing' ? <Status kind="none">{t('doneOut')}</Status> : null}
      {line.state === 'setAside' ? <Status kind="info">{t('doneAside', { reason: reason ?? '' })}</Status> : null}
      {kind === null ? null : (
        <Status kind="fine">
          {bankLineKindWords[kind]}
          {memberId === null ? null : (
            <>
              {': '}
              <MemberLink id={memberId}>{memberName}</MemberLink>
            </>
          )}
        </Status>
      )}
      {parts.map((part, index) => (
        <Text component="span" size="sm" display="block" key={index}>
          {money(part.amountCents, line.currency)}: <MemberLink id={part.memberId}>{part.memberName}</MemberLink>
        </Text>
      ))}
      {at === null ? null : (
        <Text component="span" size="sm" c="dimmed" display="block">
          {t('doneBy', { name: by ?? '', when: formatMoment(at) })}
        </Text>
      )}
    </span>
  )
}
