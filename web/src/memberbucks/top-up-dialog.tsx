import { Accordion, Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { bankDetailsQuery } from '../bank/api.ts'
import { TopUpCard } from '../stripe/top-up-card.tsx'
import classes from './own-balance.module.css'

const Fact = ({ label, value }: { label: string; value: string }) => {
  const { t } = useTranslation('memberbucks')
  const clipboard = useClipboard({ timeout: 2000 })
  if (value === '') return null
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value}>{value}</span>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          aria-label={t('copyOf', { what: label })}
          onClick={() => clipboard.copy(value)}
        >
          {t(clipboard.copied ? 'copied' : 'copy')}
        </Button>
        <VisuallyHidden role="status">{clipboard.copied ? t('copied') : null}</VisuallyHidden>
        {clipboard.error ? <FormError>{t('copyFailed')}</FormError> : null}
      </dd>
    </div>
  )
}

const NoAccount = () => {
  const { t } = useTranslation('memberbucks')
  const mail = useSite().contact.admin
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{t('noAccount')}</Text>
      {mail ? (
        <Button component="a" href={`mailto:${mail}?subject=${encodeURIComponent(t('topUp'))}`} variant="default">
          {t('askStaff')}
        </Button>
      ) : null}
    </Stack>
  )
}

/** Where to transfer money to, and the reference by which it is found to be this member's. */
const Transfer = () => {
  const { t } = useTranslation('memberbucks')
  return (
    <Page query={useQuery(bankDetailsQuery)}>
      {({ isComplete, accountName, accountNumber, alias, bic, bankName, topUpReference }) =>
        isComplete ? (
          <Stack gap="md">
            <Text>{t('topUpText')}</Text>
            <dl className={classes.facts}>
              <Fact label={t('bankReference')} value={topUpReference} />
              <Fact label={t('bankHolder')} value={accountName} />
              <Fact label={t('bankNumber')} value={accountNumber} />
              <Fact label={t('bankBic')} value={bic} />
              <Fact label={alias?.name ?? ''} value={alias?.address ?? ''} />
              <Fact label={t('bankName')} value={bankName} />
            </dl>
            <Text size="sm" c="dimmed">
              {t('topUpWhen')}
            </Text>
          </Stack>
        ) : (
          <NoAccount />
        )
      }
    </Page>
  )
}

type Props = { session: string | undefined; onClose: () => void }

/** By card where the space takes cards, and by bank transfer. */
export const TopUpDialog = ({ session, onClose }: Props) => {
  const { t } = useTranslation('memberbucks')
  const { enableStripe } = useSite().features
  const details = useQuery({ ...bankDetailsQuery, enabled: enableStripe })
  if (!enableStripe) {
    return (
      <BasicDialog title={t('topUpTitle')} onClose={onClose}>
        <Transfer />
      </BasicDialog>
    )
  }
  return (
    <BasicDialog title={t('topUp')} onClose={onClose}>
      <Stack gap="lg">
        <TopUpCard session={session} onDone={onClose} />
        {details.data?.isComplete ? (
          <Accordion variant="contained">
            <Accordion.Item value="transfer">
              <Accordion.Control>{t('topUpTitle')}</Accordion.Control>
              <Accordion.Panel>
                <Transfer />
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        ) : null}
      </Stack>
    </BasicDialog>
  )
}
