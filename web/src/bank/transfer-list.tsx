import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { BankDetails } from '@spacekeeper/contract/bank/shapes.ts'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { QrCode } from '#platform/ui/qr-code.tsx'
import { epcCode } from './epc-code.ts'
import classes from './transfer.module.css'

const CopiedFact = ({ label, text, copied = text }: { label: string; text: string; copied?: string }) => {
  const { t } = useTranslation('bank')
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{text}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('copyOf', { what: label })}
          onClick={() => clipboard.copy(copied)}
        >
          {clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
        <VisuallyHidden role="status">{clipboard.copied ? t('copied') : null}</VisuallyHidden>
      </dd>
    </div>
  )
}

type Props = { bank: BankDetails; amountCents: number; currency: string }

/** Where to transfer an amount to: each fact to copy, and in euros a code that banking apps read. */
export const TransferList = ({ bank, amountCents, currency }: Props) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const code = epcCode({ bank, amountCents, currency })
  return (
    <div className={classes.transfer}>
      <div className={classes.transferFacts}>
        <Text size="sm">{t('transferText')}</Text>
        <dl className={classes.facts}>
          <CopiedFact label={t('amount')} text={money(amountCents, currency)} copied={(amountCents / 100).toFixed(2)} />
          <CopiedFact label={t('accountName')} text={bank.accountName} />
          {bank.alias === null ? null : <CopiedFact label={bank.alias.name} text={bank.alias.address} />}
          <CopiedFact label={t('accountNumber')} text={bank.accountNumber} />
          {bank.bic === '' ? null : <CopiedFact label={t('bic')} text={bank.bic} />}
          {bank.bankName === '' ? null : <CopiedFact label={t('bankName')} text={bank.bankName} />}
          <CopiedFact label={t('reference')} text={bank.duesReference} />
        </dl>
        <Text size="sm" c="dimmed">
          {t('transferTakes')}
        </Text>
      </div>
      {code === null ? null : (
        <figure className={classes.code}>
          <QrCode address={code} label={t('codeLabel', { amount: money(amountCents, currency) })} />
          <figcaption>{t('codeText')}</figcaption>
        </figure>
      )}
    </div>
  )
}
