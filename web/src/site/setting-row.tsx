import { useState } from 'react'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'
import { SettingChangesDialog } from './setting-changes-dialog.tsx'
import { SettingField } from './setting-field.tsx'
import { settingKind, settingOf, titleOf } from './setting-kind.ts'
import { useAutoSave, type AutoSave, type KnownSetting } from './use-auto-save.ts'
import { useWording } from './word-setting.ts'
import classes from './settings.module.css'

/** One setting: its field, what became of the last change, its default, and who changed it. */
export const SettingRow = ({ setting }: { setting: KnownSetting }) => {
  const save = useAutoSave(setting)
  const hasDefault = settingKind(setting.key) !== 'secret'
  return (
    <li className={classes.row} id={setting.key}>
      <SettingField setting={setting} save={save} />
      <div className={classes.below}>
        <SaveState setting={setting} save={save} />
        {hasDefault ? <Default setting={setting} save={save} /> : null}
        <LastChange setting={setting} />
      </div>
    </li>
  )
}

type Props = { setting: KnownSetting; save: AutoSave }

const SaveState = ({ setting, save }: Props) => {
  const { t } = useTranslation('settings')
  return (
    <Group gap="sm" role="status" className={classes.state ?? ''}>
      {save.status === 'saving' ? <Status kind="waiting">{t('saving')}</Status> : null}
      {save.status === 'saved' ? <Status kind="good">{t('saved')}</Status> : null}
      {save.status === 'refused' ? <Status kind="refused">{t('notSaved')}</Status> : null}
      {save.undo ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('undoOf', { title: titleOf(setting.key) })}
          onClick={save.undo}
        >
          {t('undo')}
        </Button>
      ) : null}
    </Group>
  )
}

const Default = ({ setting, save }: Props) => {
  const { t } = useTranslation('settings')
  const words = useWording()
  if (!setting.isSet) {
    return (
      <Text size="sm" c="dimmed">
        {t('isDefault')}
      </Text>
    )
  }
  return (
    <Group gap={4}>
      <Text size="sm" c="dimmed">
        {t('defaultIs', { value: words(setting.key, settingOf(setting.key).default) })}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('toDefaultOf', { title: titleOf(setting.key) })}
        onClick={save.reset}
      >
        {t('toDefault')}
      </Button>
    </Group>
  )
}

const LastChange = ({ setting: { key, changedAt, changedBy } }: { setting: KnownSetting }) => {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  if (changedAt === null) return null
  const moment = formatMoment(changedAt)
  return (
    <Text component="div" size="sm" c="dimmed">
      {changedBy === null ? t('changed', { moment }) : t('changedBy', { moment, name: changedBy })}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        {t('historyOf', { title: titleOf(key) })}
      </Anchor>
      <SettingChangesDialog settingKey={key} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Text>
  )
}
