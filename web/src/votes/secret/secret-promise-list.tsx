// On its own: the words of a promise, which are read beside the decision and not beside the form.
import { List, Stack, Text } from '@mantine/core'
import { useTranslation } from '#platform/i18n/use-translation.ts'

/** What a secret ballot protects against, and what it does not. */
export const SecretPromise = ({ erasesOrder }: { erasesOrder: boolean }) => {
  const { t } = useTranslation('votes')
  return (
    <Stack gap="xs" component="section" aria-label={t('secretTitle')}>
      <Text fw={600}>{t('secretTitle')}</Text>
      <Text size="sm">{t('secretSummary')}</Text>
      <Text size="sm">{t('secretCheck')}</Text>
      <Text size="sm" fw={600}>
        {t('secretLimitsTitle')}
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('secretLimitScreen')}</List.Item>
        <List.Item>{t('secretLimitServer')}</List.Item>
        {erasesOrder ? null : <List.Item>{t('secretLimitDatabase')}</List.Item>}
        <List.Item>{t('secretLimitFew')}</List.Item>
        <List.Item>{t('secretLimitTurnout')}</List.Item>
      </List>
    </Stack>
  )
}
