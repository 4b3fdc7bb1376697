import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SettingKey } from '@spacekeeper/contract/settings.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { Page } from '#platform/ui/page.tsx'
import { settingChangesQuery } from './api.ts'
import { titleOf } from './setting-kind.ts'
import { useWording } from './word-setting.ts'
import classes from './settings.module.css'

type Props = { settingKey: SettingKey; isOpen: boolean; onClose: () => void }

/** Who changed a setting to what, newest first. */
export const SettingChangesDialog = ({ settingKey, isOpen, onClose }: Props) => {
  const { t } = useTranslation('settings')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('historyOf', { title: titleOf(settingKey) })}
      closeButtonProps={{ 'aria-label': t('close') }}
      size={560}
    >
      <Changes settingKey={settingKey} />
    </Modal>
  )
}

const Changes = ({ settingKey }: { settingKey: SettingKey }) => {
  const { t } = useTranslation('settings')
  const words = useWording()
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
