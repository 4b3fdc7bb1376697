import { List, Text } from '@mantine/core'
import { type SiteScope, scopeWords } from '@spacekeeper/contract/openid/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

type Props = {
  /** Of the site. */
  name: string
  scopes: readonly SiteScope[]
}

/** What a site learns of a member who agrees; nothing where it learns no more than it did. */
export const LearnedList = ({ name, scopes }: Props) => {
  const { t } = useTranslation('openid')
  if (scopes.length === 0) return null
  return (
    <>
      <Text fw={500}>{t('learns', { name })}</Text>
      <List aria-label={t('learns', { name })}>
        {scopes.map((scope) => (
          <List.Item key={scope}>{scopeWords[scope]}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {t('askRemembered')}
      </Text>
    </>
  )
}
