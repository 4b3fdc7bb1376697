import { Stack, Text } from '@mantine/core'
import type { SignInRulePreview } from '@spacekeeper/contract/visits/shapes.ts'
import { mostDependentNamed } from '@spacekeeper/contract/visits/words.ts'
import { useQuery } from '@tanstack/react-query'
import { DialogButtons } from '#platform/form/form-dialog.tsx'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { NamedList } from '#platform/ui/named-list.tsx'
import { Page } from '#platform/ui/page.tsx'
import { signInRuleQuery } from './api.ts'
import type { SignInChange } from './visit-rule-question.ts'

type Props = { change: SignInChange; onConfirm: () => void; onClose: () => void }

/** Says how many cards stop on how many devices before they do, and asks. */
export const SignInRuleDialog = ({ change, onConfirm, onClose }: Props) => {
  const { t } = useTranslation('settings')
  const preview = useQuery(signInRuleQuery)
  const isEnd = change === 'endOffer'
  return (
    <BasicDialog title={t(isEnd ? 'endOfferTitle' : 'demandTitle')} onClose={onClose}>
      <Page query={preview}>
        {(known) => (
          <Stack gap="md">
            <Facts preview={known} change={change} />
            <DialogButtons
              action={t(isEnd ? 'endOfferAction' : 'demandAction')}
              isDangerous
              isBusy={false}
              onClick={() => {
                onConfirm()
                onClose()
              }}
              onClose={onClose}
            />
          </Stack>
        )}
      </Page>
    </BasicDialog>
  )
}

const Facts = ({ preview, change }: { preview: SignInRulePreview; change: SignInChange }) => {
  const { t } = useTranslation('settings')
  const { cards, devices, onSite, members } = preview
  const on = t('ruleDevices', { count: devices, formatted: formatNumber(devices) })
  const word = change === 'endOffer' ? 'ruleStay' : 'ruleStop'
  const sentence = cards === 0 ? t('ruleNone') : t(word, { count: cards, formatted: formatNumber(cards), on })
  return (
    <Stack gap="sm">
      {change === 'endOffer' ? <Text>{t('endOfferText')}</Text> : null}
      <Text>{sentence}</Text>
      {members.length > 0 ? (
        <NamedList label={sentence}>
          {members.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {members.length === mostDependentNamed ? <li>{t('ruleMore')}</li> : null}
        </NamedList>
      ) : null}
      <Text size="sm">{t('ruleOnSite', { count: onSite, formatted: formatNumber(onSite) })}</Text>
      {change === 'demandAndOffer' ? <Text size="sm">{t('demandOffers')}</Text> : null}
      <Text size="sm" c="dimmed">
        {t('ruleAtOnce')}
      </Text>
    </Stack>
  )
}
