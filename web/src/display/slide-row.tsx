import { ActionIcon, Menu, Text } from '@mantine/core'
import type { DisplaySlide } from '@spacekeeper/contract/display/shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './slides.module.css'

type Props = {
  slide: DisplaySlide
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
  onRemove: () => void
  onMove: (by: -1 | 1) => void
}

/** What a slide is called in the list. */
export const useSlideName = () => {
  const { t } = useTranslation('display')
  return ({ title, text }: Pick<DisplaySlide, 'title' | 'text'>) => title || text || t('untitled')
}

/** A slide with when it is shown, and what can be done to it. */
export const SlideRow = ({ slide, isFirst, isLast, onEdit, onRemove, onMove }: Props) => {
  const { t } = useTranslation('display')
  const name = useSlideName()(slide)
  const days = [
    t('seconds', { count: slide.seconds }),
    ...(slide.showsFrom === null ? [] : [t('fromDay', { day: formatCalendarDay(slide.showsFrom) })]),
    ...(slide.showsUntil === null ? [] : [t('untilDay', { day: formatCalendarDay(slide.showsUntil) })]),
  ]
  return (
    <li className={classes.item}>
      {slide.picture === null ? null : <img className={classes.thumb} src={slide.picture} alt="" />}
      <div className={classes.words}>
        <Text component="span" fw={600} lineClamp={2}>
          {name}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {days.join(', ')}
        </Text>
        <Status kind={slide.isShown ? 'fine' : 'none'}>
          {t(slide.isShown ? 'shown' : slide.isOn ? 'notShown' : 'off')}
        </Status>
      </div>
      <Menu position="bottom-end" width={180} shadow="md" radius="lg" withinPortal={false}>
        <Menu.Target>
          <ActionIcon size={44} variant="subtle" aria-label={t('actionsOf', { name })}>
            <IconDots size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onEdit}>{t('edit')}</Menu.Item>
          {isFirst ? null : <Menu.Item onClick={() => onMove(-1)}>{t('moveUp')}</Menu.Item>}
          {isLast ? null : <Menu.Item onClick={() => onMove(1)}>{t('moveDown')}</Menu.Item>}
          <Menu.Item c="var(--red-ink)" onClick={onRemove}>
            {t('remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
