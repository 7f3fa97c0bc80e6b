import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../test/render.tsx';
import { StatCards } from './stat-cards.tsx';

const stats = ['Courses', 'Students', 'Timings', 'Years', 'Teachers', 'Events'].map((label, place) => ({
  label,
  value: 1500 + place,
}));

const next = page.getByRole('button', { name: 'Next cards: Figures' });
const previous = page.getByRole('button', { name: 'Previous cards: Figures' });

/** The cards in sight, from left to right. */
function inSight(): string[] {
  const track = document.querySelector('section')!.getBoundingClientRect();
  return [...document.querySelectorAll('li')]
    .filter((card) => {
      const { left, right } = card.getBoundingClientRect();
      return left >= track.left - 1 && right <= track.right + 1;
    })
    .map((card) => card.textContent.split(' ')[0]!);
}

describe('figures side by side', () => {
  beforeEach(async () => page.viewport(1440, 900));

  test.each([
    [1440, 5],
    [1400, 5],
    [1399, 4],
    [1024, 4],
    [1023, 3],
    [600, 3],
    [599, 1],
    [360, 1],
  ])('at %i px there are %i', async (width, count) => {
    await page.viewport(width, 700);
    render(<StatCards label="Figures" stats={stats} />);
    await expect.poll(inSight).toHaveLength(count);
    await expect.element(next).toBeVisible();
  });

  test('as many as fit need no buttons and are no stop of the keyboard', async () => {
    render(<StatCards label="Figures" stats={stats.slice(0, 4)} />);
    await expect.poll(inSight).toEqual(['Courses', 'Students', 'Timings', 'Years']);
    await expect.element(next).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Figures' })).not.toHaveAttribute('tabindex');
  });

  test('the buttons show the others and come to an end', async () => {
    await page.viewport(700, 700);
    render(<StatCards label="Figures" stats={stats} />);
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(next);
    await expect.poll(inSight).toEqual(['Years', 'Teachers', 'Events']);
    await expect.element(next).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(previous);
    await expect.poll(inSight).toEqual(['Courses', 'Students', 'Timings']);
    await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
  });

  test('the arrow keys show the others', async () => {
    await page.viewport(390, 700);
    render(<StatCards label="Figures" stats={stats} />);
    await expect.element(page.getByRole('region', { name: 'Figures' })).toHaveAttribute('tabindex', '0');
    await userEvent.keyboard('{Tab}{ArrowRight}');
    await expect.poll(inSight).toEqual(['Students']);
  });

  test('numbers are grouped, nothing is a dash, a card may lead somewhere', async () => {
    const figures = [
      { label: 'Students', value: 1500, hint: 'each once' },
      { label: 'Years', value: null },
      { label: 'Courses', value: 3, href: '/courses' as const },
    ];
    render(<StatCards label="Figures" stats={figures} />);
    await expect.element(page.getByText('1,500')).toBeVisible();
    await expect.element(page.getByText('–')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Courses 3' })).toHaveAttribute('href', '/courses');
  });
});
