import { Text } from '@mantine/core'
import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { Page } from '#platform/ui/page.tsx'
import { settingChangesQuery } from './api.ts'
import { titleOf } from './setting-kind.ts'
import { useDescribedValues } from './setting-words.ts'
import classes from './settings.module.css'

type Props = { settingKey: SettingKey; isOpen: boolean; onClose: () => void }

/** Who changed a setting to what, newest first. */
export const SettingChangesDialog = ({ settingKey, isOpen, onClose }: Props) => {
  const { t } = useTranslation('settings')
  return (
    <BasicDialog opened={isOpen} onClose={onClose} title={t('historyOf', { title: titleOf(settingKey) })} size={560}>
      <Changes settingKey={settingKey} />
    </BasicDialog>
  )
}

const Changes = ({ settingKey }: { settingKey: SettingKey }) => {
  const { t } = useTranslation('settings')
  const words = useDescribedValues()
  const query = useQuery(settingChangesQuery(settingKey))
  return (
    <Page
      query={query}
      isEmpty={({ changes }) => changes.length === 0}
      empty={<Text c="dimmed">{t('historyEmpty')}</Text>}
    >
      {({ changes }) => (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={`${change.at} ${JSON.stringify(change.value)}`}>
              <span className={classes.changedTo}>
                {change.isReset ? t('backToDefault') : words(settingKey, change.value)}
              </span>
              <Text size="sm" c="dimmed">
                {formatMoment(change.at)}, {change.by ?? t('bySystem')}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
